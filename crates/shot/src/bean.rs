//! The two Mighty Beanz on the table as bodies of rapier, in millimetres: x to the right, y away from the shooter.

use rapier2d::prelude::*;

/// Half the width of a Mighty Bean, in millimetres.
pub const RADIUS: f32 = 8.5;
/// Half the length of the straight part of a lying one: it is a capsule, `2 * (HALF + RADIUS)` long.
pub const HALF: f32 = 6.5;
/// What there is of the table: left, near, right, far. Beyond is the floor.
pub const EDGE: [f32; 4] = [-200.0, -40.0, 200.0, 520.0];

/// What the table takes from a rolling Mighty Bean, and from one that slides on its foot or its side, in millimetres a
/// second per second.
const ROLL: f32 = 880.0;
const SLIDE: f32 = 3000.0;
/// What the table takes from a spin, in radians a second per second.
const SPIN: f32 = 30.0;

/// One Mighty Bean.
pub(crate) struct Bean {
    body: RigidBodyHandle,
    collider: ColliderHandle,
    brake: f32,
    gone: bool,
}

impl Bean {
    /// The one that is flicked. It lies, nose first.
    pub(crate) fn shooter(world: &mut PhysicsWorld, turn: f32, speed: f32) -> Bean {
        let nose = Rotation::new(turn);
        let body = RigidBodyBuilder::dynamic().rotation(turn).linvel(nose * Vector::new(0.0, speed));
        Bean::lay(world, body, ColliderBuilder::capsule_y(HALF, RADIUS), ROLL)
    }

    /// The one that stands in the black hole, so far away.
    pub(crate) fn target(world: &mut PhysicsWorld, distance: f32) -> Bean {
        let body = RigidBodyBuilder::dynamic().translation(Vector::new(0.0, distance));
        Bean::lay(world, body, ColliderBuilder::ball(RADIUS), SLIDE)
    }

    fn lay(world: &mut PhysicsWorld, body: RigidBodyBuilder, shape: ColliderBuilder, brake: f32) -> Bean {
        let shape = shape.mass(1.0).restitution(0.4).friction(0.1);
        let (body, collider) = world.insert(body.can_sleep(false), shape);
        Bean { body, collider, brake, gone: false }
    }

    pub(crate) fn speed(&self, world: &PhysicsWorld) -> Vector {
        world.bodies[self.body].linvel()
    }

    /// Where it is and how far it is turned to the left.
    pub(crate) fn place(&self, world: &PhysicsWorld) -> (Vector, f32) {
        let body = &world.bodies[self.body];
        (body.translation(), body.rotation().angle())
    }

    /// The weight inside bends its path to the right.
    pub(crate) fn bend(&self, world: &mut PhysicsWorld, bend: f32, seconds: f32) {
        let body = &mut world.bodies[self.body];
        let rate = -bend * body.linvel().length();
        let speed = Rotation::new(rate * seconds) * body.linvel();
        body.set_linvel(speed, true);
        body.set_angvel(rate, true);
    }

    /// The table slows it down.
    pub(crate) fn brake(&self, world: &mut PhysicsWorld, seconds: f32) {
        let body = &mut world.bodies[self.body];
        let (speed, spin) = (body.linvel(), body.angvel());
        let (slower, calmer) = (speed.length() - self.brake * seconds, spin.abs() - SPIN * seconds);
        body.set_linvel(if slower > 0.0 { speed * (slower / speed.length()) } else { Vector::ZERO }, true);
        body.set_angvel(if calmer > 0.0 { calmer.copysign(spin) } else { 0.0 }, true);
    }

    /// Standing, it is to fall this way. Its foot stays where it is.
    pub(crate) fn face(&self, world: &mut PhysicsWorld, way: Vector) {
        world.bodies[self.body].set_rotation(Rotation::new(libm::atan2f(-way.x, way.y)), true);
    }

    /// Seen from above it is the longer the farther it leans.
    pub(crate) fn lean(&self, world: &mut PhysicsWorld, lean: f32) {
        let head = Vector::new(0.0, 2.0 * HALF * lean);
        world.colliders[self.collider].set_shape(SharedShape::capsule(Vector::ZERO, head, RADIUS));
    }

    /// Over the edge it is out of the film: it stays where it left the table and nothing meets it any more.
    pub(crate) fn watch_edge(&mut self, world: &mut PhysicsWorld) {
        let body = &mut world.bodies[self.body];
        let at = body.translation();
        let [left, near, right, far] = EDGE;
        let on = (left..=right).contains(&at.x) && (near..=far).contains(&at.y);
        if !self.gone && !on {
            self.gone = true;
            body.set_translation(at.clamp(Vector::new(left, near), Vector::new(right, far)), true);
            body.set_enabled(false);
        }
    }
}
